"""Advice: what a hypothesis would change, what to test next, and what tonight's observations would mean.

Nothing here knows a rule. What could happen is written in the notation of logs, as a hypothetical
continuation; what it would prove is what evidence says of those lines.
"""
