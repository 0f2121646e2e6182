import type { Config } from '../../config/config.ts'
import type { ChatId } from '../../domain/ids.ts'
import { createTranscriber, type VoiceOptions } from '../shared/voice.ts'
import type { GroupMode } from './receive/addressing.ts'
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

function voiceOptions({ command, url, model, apiKey }: Config['telegram']['voice'], path: string): VoiceOptions {
  if (command.length > 0) return { kind: 'command', command: [...command], env: { PATH: path } }
  if (url === undefined) return { kind: 'none' }
  return { kind: 'endpoint', url, model, ...(apiKey === undefined ? {} : { apiKey }) }
}
