import { Hono } from 'hono'
import { failure, limitBody } from '../../server/answers.ts'
import type { DoorOf } from '../../server/door.ts'
import type { Signed, SignIn } from '../../server/sign-in.ts'

export interface RestartApiDeps {
  /** Begins anew, or says why it would not come up. */
  restart(): { refused: string } | undefined
  doorOf: DoorOf
  signIn: SignIn
}

/** What was connected or written into the configuration holds after a restart. */
export function createRestartApi({ restart, doorOf, signIn }: RestartApiDeps) {
  const api = new Hono<Signed>()
  api.post('/restart', signIn.required, limitBody, (c) => {
    if (doorOf(c.env.incoming)?.isPublic !== false)
      return failure(c, 403, 'It can be restarted only on the machine itself, at the address "skein link" prints.')
    const outcome = restart()
    return outcome ? failure(c, 409, `${outcome.refused} It runs on as it was.`) : c.json({})
  })
  return api
}
