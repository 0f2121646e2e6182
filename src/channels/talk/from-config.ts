import type { Config } from '../../config/config.ts'
import type { GroupMode } from '../channel.ts'
import { createTranscriber, transcriberOptions } from '../shared/transcription.ts'

/**
 * The Talk settings of this installation, or undefined if it is not configured. `path` is the search path for programs.
 */
export function talkOptions({ talk }: Config, path: string) {
  const { url, user, password, guests, groups, rooms, voice, webhook } = talk
  if (url === undefined || user === undefined || password === undefined) return undefined
  return {
    url,
    user,
    password,
    guests,
    atAll: groups.atAll,
    groupMode: (token: string): GroupMode =>
      (Object.hasOwn(rooms, token) ? rooms[token]?.mode : undefined) ?? groups.mode,
    ...(webhook.secret === undefined ? {} : { webhook: { ...webhook, secret: webhook.secret } }),
    transcribe: createTranscriber(transcriberOptions(voice, path)),
  }
}
