import type { State } from './wire/wire.ts'
import type { BannerWords } from './words/chats/room-words.ts'

/** What stands above every chat: that no model is asked, why, and when it is tried again. */
export function bannerOf(
  { banner, trouble }: State['brain'],
  now: number,
  clockOf: (ms: number) => string,
  words: BannerWords,
): string {
  if (!trouble) return banner ?? ''
  const { sentence, until } = trouble
  return until > now ? words.triedAgain(sentence, clockOf(until)) : words.nextMessage(sentence)
}
