/** Replaces the render thread by one that does not warm up. */
await import('./replace-warm-up.ts')
await import('../../services/render-worker/threads/render-thread.ts')
