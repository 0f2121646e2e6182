import type { Config } from '../../config/config.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { GroupMode } from '../channel.ts'
import { createTranscriber, transcriberOptions } from '../shared/transcription.ts'
import { chatNumber } from './show/answer-display.ts'

/** The Telegram settings of this installation, or undefined without a token. `path` is the search path for programs. */
export function telegramOptions({ telegram }: Config, path: string) {
  const { token, apiRoot, localServer, groups, voice } = telegram
  if (token === undefined) return undefined
  return {
    token,
    ...(apiRoot === undefined ? {} : { apiRoot }),
    localServer,
    /** A group that became a supergroup has two ids, and the configuration may use either. */
    groupMode: (...names: ChatId[]): GroupMode =>
      modes.find((mode) => names.some((name) => groups[`${mode}Ids`].includes(chatNumber(name)))) ?? groups.mode,
    transcribe: createTranscriber(transcriberOptions(voice, path)),
  }
}

/** The quietest mode first: it wins if a group is in two lists. */
const modes = ['off', 'mention', 'always'] as const
