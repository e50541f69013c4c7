"""From widgets to pixels: pages, layout, painting, and what accessibility says."""
