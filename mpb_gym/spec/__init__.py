"""Apps, tasks and profiles as frozen values, read from files and checked."""
