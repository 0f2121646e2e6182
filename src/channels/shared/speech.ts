import { runTree } from '../../lib/run-tree.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { voiceMessages } from '../../messages/voice-messages.ts'
import { type SpeechAudio, toVoiceMessage } from './speech-audio.ts'

export type Speech = ({ status: 'spoken' } & SpeechAudio) | { status: 'unspoken'; reason: AnyText }

/** Turns text into speech. Never rejects. */
export type Speaker = (text: string, language: Language, signal: AbortSignal) => Promise<Speech>

const SPEECH_TIMEOUT_MS = 90_000
/** More than four minutes of CD quality on one channel. */
const MAX_AUDIO_BYTES = 24 * 1024 * 1024

interface SpeechSection {
  command: readonly string[]
  url?: string | undefined
  model: string
  voice: string
  apiKey?: string | undefined
}

/** A program, or a service with the API of OpenAI; undefined if neither is set up. `path` is the search path for programs. */
export function createSpeaker(section: SpeechSection, path: string): Speaker | undefined {
  const { command, url } = section
  if (command.length === 0 && url === undefined) return undefined
  return async (text, language, signal) => {
    const made =
      command.length > 0 ? await runCommand(command, path, text, language, signal) : await ask(section, text, signal)
    if (!Buffer.isBuffer(made)) return { status: 'unspoken', reason: made }
    const audio = made.length === 0 ? undefined : await toVoiceMessage(made, path, signal)
    if (audio) return { status: 'spoken', ...audio }
    return { status: 'unspoken', reason: made.length === 0 ? voiceMessages.nothingMade : voiceMessages.noAudio }
  }
}

async function runCommand(
  [file = '', ...rest]: readonly string[],
  path: string,
  text: string,
  language: Language,
  signal: AbortSignal,
): Promise<Buffer | AnyText> {
  const args = rest.map((argument) => argument.replaceAll('{language}', language))
  const env = { PATH: path, LANG: 'C.UTF-8' }
  const limits = { timeoutMs: SPEECH_TIMEOUT_MS, maxBytes: MAX_AUDIO_BYTES }
  const outcome = await runTree({ file, args, env }, text, limits, signal)
  if (outcome.status === 'exited' && outcome.code === 0) return outcome.stdout
  if (outcome.status === 'not_started') return voiceMessages.noProgram(file)
  if (outcome.status === 'timeout') return voiceMessages.tookTooLong
  if (outcome.status === 'flood') return voiceMessages.tooMuch
  return voiceMessages.programFailed(String(outcome.status === 'exited' ? outcome.code : outcome.status))
}

async function ask(
  { url = '', model, voice, apiKey }: SpeechSection,
  text: string,
  signal: AbortSignal,
): Promise<Buffer | AnyText> {
  const timeout = AbortSignal.timeout(SPEECH_TIMEOUT_MS)
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/audio/speech`, {
      method: 'POST',
      body: JSON.stringify({ model, voice, input: text, response_format: 'opus' }),
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
    })
    if (!response.ok) {
      await response.body?.cancel()
      return voiceMessages.serviceSaid(response.status)
    }
    return (await readAudio(response)) ?? voiceMessages.tooMuch
  } catch {
    // The cause may contain the URL with its key, so the chat only gets this sentence.
    return timeout.aborted ? voiceMessages.tookTooLong : voiceMessages.unreachable
  }
}

/** Undefined if it is too long. */
async function readAudio({ body }: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest.
    if (bytes > MAX_AUDIO_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
