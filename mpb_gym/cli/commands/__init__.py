"""The commands of ``mpb``, a module each: options, help, and what is called with them.

Whatever a command needs is imported when it runs, so that ``mpb --help`` loads nothing.
"""
