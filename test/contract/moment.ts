/** When the realm is asked what was recorded: what had happened before, happened a moment before. */

/** A moment before it is asked, in UNIX seconds; about when the recordings were made. */
export const nowSeconds = 1_795_258_100;
