import { failure } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'

export interface RestartApiDeps {
  /** Begins anew, or says why it would not come up. */
  restart(): { refused: string } | undefined
}

/** What was connected or written into the configuration holds after a restart. */
export function addRestartRoutes(routes: Routes, { restart }: RestartApiDeps): void {
  routes.post('at-machine', '/restart', (c) => {
    const outcome = restart()
    return outcome ? failure(c, 409, `${outcome.refused} It runs on as it was.`) : c.json({})
  })
}
