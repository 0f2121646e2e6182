import type { AnyText } from '../../messages/localized.ts'
import type { State } from './wire/wire.ts'
import type { BannerWords } from './words/chats/room-words.ts'

/** What stands above every chat: that no model is asked, why, and when it is tried again. */
export function bannerOf(
  { banner, trouble }: State['brain'],
  now: number,
  { clockOf, textOf }: { clockOf(ms: number): string; textOf(text: AnyText): string },
  words: BannerWords,
): string {
  if (!trouble) return banner ?? ''
  const sentence = textOf(trouble.sentence)
  const { until } = trouble
  return until > now ? words.triedAgain(sentence, clockOf(until)) : words.nextMessage(sentence)
}
