import { createTranscriber, type Transcriber, transcriberOptions } from '../channels/shared/transcription.ts'
import type { Config } from '../config/config.ts'

/** What listens for the page: its own, or what a channel has; undefined where none is set up. */
export function pageVoice({ web, telegram, talk }: Config, path: string): Transcriber | undefined {
  const set = [web.voice, telegram.voice, talk.voice]
    .map((voice) => transcriberOptions(voice, path))
    .find(({ kind }) => kind !== 'none')
  return set && createTranscriber(set)
}
