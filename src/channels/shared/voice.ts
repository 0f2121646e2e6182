import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { runChild } from '../../lib/child.ts'
import { readJson } from '../../lib/http/read-json.ts'

/** What became of a recording. */
export type Transcript = { status: 'heard'; text: string } | { status: 'unheard'; reason: string }

/** Turns speech into words. Never rejects. */
export type Transcriber = (path: string, name: string, signal: AbortSignal) => Promise<Transcript>

/** A program that prints what it hears, or a service that speaks the OpenAI way. */
export type VoiceOptions =
  | { kind: 'none' }
  /** `{file}` in an argument stands for the recording; where none does, it comes last. */
  | { kind: 'command'; command: string[]; env: Record<string, string> }
  | { kind: 'endpoint'; url: string; model: string; apiKey?: string }

const LONGEST_MS = 25_000
const MOST_BYTES = 1024 * 1024

/** Chosen once, by what is configured. */
export function createTranscriber(options: VoiceOptions): Transcriber {
  switch (options.kind) {
    case 'none':
      return async () => unheard('no transcription is set up')
    case 'command':
      return (path, _name, signal) => runCommand(options, path, signal)
    case 'endpoint':
      return (path, name, signal) => askEndpoint(options, path, name, signal)
  }
}

async function runCommand(
  { command, env }: Extract<VoiceOptions, { kind: 'command' }>,
  path: string,
  signal: AbortSignal,
): Promise<Transcript> {
  const [file = '', ...rest] = command
  const given = rest.map((argument) => argument.replaceAll('{file}', path))
  const args = rest.some((argument) => argument.includes('{file}')) ? given : [...given, path]
  const outcome = await runChild({ file, args, env }, { timeoutMs: LONGEST_MS, maxBytes: MOST_BYTES }, signal)
  if (outcome.status !== 'exited' || outcome.code !== 0)
    return unheard(`the transcription program failed (${outcome.status === 'exited' ? outcome.code : outcome.status})`)
  return heard(outcome.stdout)
}

const answers = z.object({ text: z.string() })

async function askEndpoint(
  { url, model, apiKey }: Extract<VoiceOptions, { kind: 'endpoint' }>,
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    })
    if (!response.ok) return unheard(`the transcription service said ${response.status}`)
    const parsed = answers.safeParse(await readJson(response, MOST_BYTES))
    return parsed.success ? heard(parsed.data.text) : unheard('the transcription service answered something else')
  } catch {
    // The cause may name the address with its key; that it could not be reached is enough for a chat.
    return unheard('the transcription service could not be reached')
  }
}

function heard(text: string): Transcript {
  return text.trim() === '' ? unheard('nothing was heard in it') : { status: 'heard', text: text.trim() }
}

function unheard(reason: string): Transcript {
  return { status: 'unheard', reason }
}
