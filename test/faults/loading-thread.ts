import { serveTasks } from '../../services/render-worker/threads/thread-messages.ts'
import { load, render } from './loading-work.ts'

/** Replaces the render thread: it takes long to warm up. */
void serveTasks({ warmUp: load, render })
