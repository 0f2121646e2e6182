import type { VoiceOptions } from './voice.ts'

interface VoiceSection {
  command: readonly string[]
  url?: string | undefined
  model: string
  apiKey?: string | undefined
}

/** How recordings are transcribed. `path` is the search path for programs. */
export function voiceOptions({ command, url, model, apiKey }: VoiceSection, path: string): VoiceOptions {
  if (command.length > 0) return { kind: 'command', command: [...command], env: { PATH: path } }
  if (url === undefined) return { kind: 'none' }
  return { kind: 'endpoint', url, model, ...(apiKey === undefined ? {} : { apiKey }) }
}
