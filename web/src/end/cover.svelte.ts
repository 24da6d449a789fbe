/** How high the end stands on the screen, so that a map it comes up over knows what is left. */
export const endCover = $state({ height: 0 });
