"""Other people's tools. Each module needs the extra that is named after it."""
