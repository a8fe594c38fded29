/** Replaces the render thread by one that reports late modules and does not warm up. */
await import('./replace-warm-up.ts')
await import('./watched-thread.ts')
