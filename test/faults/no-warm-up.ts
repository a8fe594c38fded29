/** Replaces `warmUp` of the render threads. */
export async function warmUp(): Promise<void> {}
