"""Lessons: a deduction as a chain of small steps, easiest first, and questions to practise on."""
