"""The features of this site, a package each: none knows another, and each may be left out."""
