import type { ChatId } from '../../../domain/ids.ts'
import type { Shrunk } from '../../../domain/task.ts'
import { createSettledMessages, type SettledMessages } from '../../shared/settled-messages.ts'
import { idOf, tokenOf } from '../outbound.ts'
import { dialectOf, toDialect } from '../send/markdown-dialect.ts'
import { defuseCommand, defuseMentions } from '../send/mentions.ts'
import type { TalkClient } from '../wire/talk-client.ts'

/** Shortens an answered question to one line, if the server supports edits. Best effort. */
export function createAnsweredQuestions(
  client: Pick<TalkClient, 'capabilities' | 'edit' | 'delete'>,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): SettledMessages {
  async function shrink(chat: ChatId, message: string, { instead, beside }: Shrunk): Promise<void> {
    const able = await client.capabilities(signal)
    const id = idOf(message)
    if (!able.ok || !able.value.has('edit-messages') || id === undefined) return
    // An edited message must not mention anybody, so all mentions are removed.
    const line = defuseCommand(defuseMentions(toDialect(instead, dialectOf(able.value)), undefined))
    const edited = await client.edit(tokenOf(chat), id, line, signal)
    if (!edited.ok || !able.value.has('delete-messages')) return
    for (const part of beside.map(idOf)) if (part !== undefined) await client.delete(tokenOf(chat), part, signal)
  }

  return createSettledMessages((chat, message, shrunk) => {
    if (shrunk) shrink(chat, message, shrunk).catch(failed)
  })
}
