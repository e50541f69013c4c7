"""Import of the published release: its apps' catalogues and its tasks, as ours."""
