import type { VoiceOptions } from './voice.ts'

interface VoiceSection {
  command: readonly string[]
  url?: string | undefined
  model: string
  apiKey?: string | undefined
}

/** How speech becomes words here. `path` is where programs are looked for. */
export function voiceOptions({ command, url, model, apiKey }: VoiceSection, path: string): VoiceOptions {
  if (command.length > 0) return { kind: 'command', command: [...command], env: { PATH: path } }
  if (url === undefined) return { kind: 'none' }
  return { kind: 'endpoint', url, model, ...(apiKey === undefined ? {} : { apiKey }) }
}
