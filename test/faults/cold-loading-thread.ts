import { serveTasks } from '../../services/render-worker/threads/thread-messages.ts'
import { render } from './loading-work.ts'

/** Replaces the render thread: it loads for long during its first export. */
void serveTasks({ warmUp: async () => {}, render })
