import { createSpeaker } from '../../../channels/shared/speech.ts'
import type { Config } from '../../../config/config.ts'
import { bad, configCheck, note, ok, within } from '../check.ts'
import { speechCheckMessages as texts } from '../words/speech-check-messages.ts'

const PROGRAM_MS = 20_000
const SERVICE_MS = 5000

/** A program is tried with one word. A service is only asked for its models, because speech costs money. */
const speech = configCheck('channels.speech', texts, async (config, { env }, signal) => {
  const [program] = config.speech.command
  if (program === undefined)
    return config.speech.url === undefined ? undefined : await askService(config.speech, signal)
  const speak = createSpeaker(config.speech, env.PATH ?? '')
  const made = await speak?.('Hello.', 'en', within(PROGRAM_MS, signal))
  if (made?.status !== 'spoken') return bad(made?.reason ?? '', texts.correct)
  return made.extension === '.ogg'
    ? ok(texts.works(program))
    : note(texts.notConverted(program, made.extension), texts.install)
})

async function askService({ url = '', apiKey }: Config['speech'], signal: AbortSignal) {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/models`, {
      redirect: 'error',
      signal: within(SERVICE_MS, signal),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    })
    await response.body?.cancel()
    const { status } = response
    return status === 401 || status === 403 ? bad(texts.refused(url, status), texts.correctKey) : ok(texts.answers(url))
  } catch {
    return bad(texts.unreachable(url), texts.checkService)
  }
}

export const speechChecks = [speech]
