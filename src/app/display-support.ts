import type { DisplaySupport } from '../channels/channel.ts'
import { MAX_TALK_CHARS } from '../channels/talk/send/markdown-splitter.ts'
import { MAX_TELEGRAM_CHARS } from '../channels/telegram/send/message-splitter.ts'
import type { ChannelName } from '../domain/ids.ts'

const fullSupport: DisplaySupport = {
  markdown: true,
  tables: true,
  code: true,
  maxChars: undefined,
  files: true,
  onlyToSender: false,
}

const byChannel: Record<ChannelName, DisplaySupport> = {
  // Our mails are HTML rendered from Markdown, and they are never split.
  email: { ...fullSupport, onlyToSender: true },
  // Servers before Talk 18 get tables as aligned text.
  talk: { ...fullSupport, maxChars: MAX_TALK_CHARS },
  // Markdown becomes entities. A table keeps its columns only if it is narrow enough for a phone.
  telegram: { ...fullSupport, tables: false, maxChars: MAX_TELEGRAM_CHARS },
  web: fullSupport,
}

/** Also works for channels that are not configured, because a preview needs no connection. */
export function displaySupportOf(channel: ChannelName): DisplaySupport {
  return byChannel[channel]
}
