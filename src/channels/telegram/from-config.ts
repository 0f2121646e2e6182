import type { Config } from '../../config/config.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { GroupMode } from '../shared/group-mode.ts'
import { createTranscriber } from '../shared/voice.ts'
import { voiceOptions } from '../shared/voice-from-config.ts'
import { chatNumber } from './show/answer-display.ts'

/** How this installation talks to Telegram; undefined when it does not. `path` is where programs are looked for. */
export function telegramOptions({ telegram }: Config, path: string) {
  const { token, apiRoot, localServer, groups, voice } = telegram
  if (token === undefined) return undefined
  return {
    token,
    ...(apiRoot === undefined ? {} : { apiRoot }),
    localServer,
    /** By any of its names: a group that moved has two. */
    groupMode: (...names: ChatId[]): GroupMode =>
      modes.find((mode) => names.some((name) => groups[`${mode}Ids`].includes(chatNumber(name)))) ?? groups.mode,
    transcribe: createTranscriber(voiceOptions(voice, path)),
  }
}

/** The quietest first: a group that stands in two lists is disturbed least. */
const modes = ['off', 'mention', 'always'] as const
