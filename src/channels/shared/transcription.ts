import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { runChild } from '../../lib/child.ts'
import { readJson } from '../../lib/http/response-body.ts'
import { channelMessages } from '../../messages/channel-messages.ts'
import type { AnyText } from '../../messages/localized.ts'

export type Transcript = { status: 'heard'; text: string } | { status: 'unheard'; reason: AnyText }

/** Turns speech into text. Never rejects. */
export type Transcriber = (path: string, name: string, signal: AbortSignal) => Promise<Transcript>

/** A program that prints the transcript, or a service with the API of OpenAI. */
export type TranscriberOptions =
  | { kind: 'none' }
  /** `{file}` in an argument is replaced by the recording's path. Without it the path becomes the last argument. */
  | { kind: 'command'; command: string[]; env: Record<string, string> }
  | { kind: 'endpoint'; url: string; model: string; apiKey?: string }

const TRANSCRIPTION_TIMEOUT_MS = 25_000
const MAX_TRANSCRIPT_BYTES = 1024 * 1024

export function createTranscriber(options: TranscriberOptions): Transcriber {
  switch (options.kind) {
    case 'none':
      return async () => unheard(channelMessages.noTranscription)
    case 'command':
      return (path, _name, signal) => runCommand(options, path, signal)
    case 'endpoint':
      return (path, name, signal) => askEndpoint(options, path, name, signal)
  }
}

async function runCommand(
  { command, env }: Extract<TranscriberOptions, { kind: 'command' }>,
  path: string,
  signal: AbortSignal,
): Promise<Transcript> {
  const [file = '', ...rest] = command
  const given = rest.map((argument) => argument.replaceAll('{file}', path))
  const args = rest.some((argument) => argument.includes('{file}')) ? given : [...given, path]
  const outcome = await runChild(
    { file, args, env },
    { timeoutMs: TRANSCRIPTION_TIMEOUT_MS, maxBytes: MAX_TRANSCRIPT_BYTES },
    signal,
  )
  if (outcome.status !== 'exited' || outcome.code !== 0)
    return unheard(
      channelMessages.transcriberFailed(String(outcome.status === 'exited' ? outcome.code : outcome.status)),
    )
  return toTranscript(outcome.stdout)
}

const answers = z.object({ text: z.string() })

async function askEndpoint(
  { url, model, apiKey }: Extract<TranscriberOptions, { kind: 'endpoint' }>,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<Transcript> {
  try {
    const form = new FormData()
    form.append('model', model)
    form.append('file', await openAsBlob(path), basename(name))
    const response = await fetch(`${url.replace(/\/$/, '')}/audio/transcriptions`, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRANSCRIPTION_TIMEOUT_MS)]),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    })
    if (!response.ok) return unheard(channelMessages.transcriberSaid(response.status))
    const parsed = answers.safeParse(await readJson(response, MAX_TRANSCRIPT_BYTES))
    return parsed.success ? toTranscript(parsed.data.text) : unheard(channelMessages.transcriberUnreadable)
  } catch {
    // The cause may contain the URL with its key, so the chat only gets this sentence.
    return unheard(channelMessages.transcriberUnreachable)
  }
}

function toTranscript(text: string): Transcript {
  return text.trim() === '' ? unheard(channelMessages.nothingHeard) : { status: 'heard', text: text.trim() }
}

function unheard(reason: AnyText): Transcript {
  return { status: 'unheard', reason }
}

interface VoiceSection {
  command: readonly string[]
  url?: string | undefined
  model: string
  apiKey?: string | undefined
}

/** How recordings are transcribed. `path` is the search path for programs. */
export function transcriberOptions({ command, url, model, apiKey }: VoiceSection, path: string): TranscriberOptions {
  if (command.length > 0) return { kind: 'command', command: [...command], env: { PATH: path } }
  if (url === undefined) return { kind: 'none' }
  return { kind: 'endpoint', url, model, ...(apiKey === undefined ? {} : { apiKey }) }
}
