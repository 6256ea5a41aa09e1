"""The rule data of deducer, installed as a package so that a wheel carries it."""
