/* Empty on purpose: see README.md. */
