import { createHash } from 'node:crypto'
import { talkOptions } from '../../channels/talk/from-config.ts'
import { createTalkChannel, type TalkChannel } from '../../channels/talk/talk.ts'
import type { Config } from '../../config/config.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { fenceKey } from '../../store/secret-keys.ts'
import type { Command } from '../../tasks/commands/command.ts'
import type { TaskDeps } from '../../tasks/task-deps.ts'
import { createChannelFileStore } from './channel-files.ts'

export interface OpenTalkDeps extends Pick<TaskDeps, 'db' | 'clock' | 'log'> {
  config: Config
  fileStore: FileStore
  env: NodeJS.ProcessEnv
  /** Called when the channel begins to listen. */
  commands(): Command[]
  trouble(sentence: AnyText): void
}

/** Undefined without an account. */
export function openTalk(deps: OpenTalkDeps): TalkChannel | undefined {
  const { db, clock, log, config, trouble } = deps
  const options = talkOptions(config, deps.env.PATH ?? '')
  if (!options) return undefined
  return createTalkChannel({
    ...options,
    contextLimit: () => config.conversation.talkContextLimit,
    isCommand: (word) => deps.commands().some(({ name }) => name === word),
    fileStore: createChannelFileStore(deps),
    // A hash and not the key itself, because values derived from it are visible in every room.
    seed: createHash('sha256')
      .update(`references\n${fenceKey(db)}`)
      .digest('hex'),
    clock,
    log,
    trouble,
  })
}
