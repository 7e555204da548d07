/** The name of what is on something that may be anything, and counts where that is mounted. */
export const whereMounted = "mounted";
