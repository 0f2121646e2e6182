import type { Context } from 'hono'
import { z } from 'zod'
import type { Language } from '../../../messages/languages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import * as wire from '../../page/wire/setup-wire.ts'
import { failure, languageFor, parseBody, textFor } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'
import type { ConnectApiDeps, ConnectResult } from '../connect-api.ts'

/** What is set up and what is still open. */
export interface SetupService {
  steps(): wire.ListedSetupStep[]
  /** Saves the answer to a step for the next start. */
  save(step: wire.AnswerStep, answer: string): ConnectResult
  /** Writes to the owner on the connected channels, or on the page. Returns what happened on each. */
  hello(language: Language, signal: AbortSignal): Promise<AnyText[]>
}

export interface SetupApiDeps extends Pick<ConnectApiDeps, 'connections'> {
  setup: SetupService
}

const HELLO_TIMEOUT_MS = 60_000

const stepShape = z.enum(wire.answerSteps)
const answerShape = z.object({ answer: z.string().max(200) })

/** The steps of the setup. Connections are made with their own routes. */
export function addSetupRoutes(routes: Routes, { setup, connections }: SetupApiDeps): void {
  function state(c: Context<SignInEnv>): wire.SetupState {
    return { steps: setup.steps(), ...connections.list(), canConnect: c.get('isAtMachine') }
  }

  routes.get('signed-in', '/setup', (c) => c.json(state(c)))

  routes.post('at-machine', '/setup/hello', async (c) => {
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(HELLO_TIMEOUT_MS)])
    const says = await setup.hello(languageFor(c), signal)
    return c.json({ says: says.map((text) => textFor(c, text)) } satisfies wire.SetupHello)
  })

  routes.post('at-machine', '/setup/:step', async (c) => {
    const step = stepShape.safeParse(c.req.param('step'))
    if (!step.success) return failure(c, 404, webMessages.notFound)
    const body = await parseBody(c, answerShape)
    if ('refused' in body) return body.refused
    const result = setup.save(step.data, body.value.answer)
    if ('refused' in result) return failure(c, 409, result.refused)
    return c.json({ ...state(c), says: result.says.map((text) => textFor(c, text)) } satisfies wire.SetupAnswered)
  })
}
