/** How a renderer that took too much memory ends. */
export const outOfMemoryCode = 86;

/** Heap of the thread that runs bundles, in megabytes. */
export const heapLimit = 192;

/** Memory of a renderer's whole process, buffers outside the heap included, in bytes. */
export const residentLimit = 448 * 1024 * 1024;

/** The longest message between server and renderer, in bytes: a page of two million characters, escaped twice. */
export const longestFrame = 16 * 1024 * 1024;
