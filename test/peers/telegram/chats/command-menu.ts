import type { BotCommand, BotCommandScope } from '@grammyjs/types'
import type { Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import { findRoom } from '../messages/destination.ts'
import type { World } from '../world.ts'

export interface CommandMenu {
  /** Every list that was set, by scope and language. */
  lists(): { scope: BotCommandScope; language: string; commands: readonly BotCommand[] }[]
  methods: Pick<Methods, 'setMyCommands' | 'getMyCommands' | 'deleteMyCommands'>
}

/** The commands people see when they type a slash, one list for each scope and language. */
export function createCommandMenu(world: World): CommandMenu {
  const lists = new Map<string, { scope: BotCommandScope; language: string; commands: readonly BotCommand[] }>()

  function place(args: { scope?: BotCommandScope; language_code?: string }) {
    const scope = args.scope ?? { type: 'default' }
    const language = args.language_code ?? ''
    if (!/^([a-z]{2})?$/.test(language)) throw badRequest('invalid language code specified')
    if ('chat_id' in scope) findRoom(world, scope.chat_id)
    return { key: `${JSON.stringify(scope)} ${language}`, scope, language }
  }

  return {
    lists: () => [...lists.values()],
    methods: {
      setMyCommands(args) {
        const { key, scope, language } = place(args)
        const commands = args.commands ?? []
        if (commands.length > 100) throw badRequest('BOT_COMMANDS_TOO_MUCH')
        for (const command of commands) checkCommand(command)
        if (commands.length === 0) lists.delete(key)
        else lists.set(key, { scope, language, commands })
        return true
      },
      getMyCommands: (args) => [...(lists.get(place(args).key)?.commands ?? [])],
      deleteMyCommands(args) {
        lists.delete(place(args).key)
        return true
      },
    },
  }
}

function checkCommand({ command, description }: BotCommand): void {
  if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID')
  if (description.length < 1 || description.length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID')
}
