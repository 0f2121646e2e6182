import { dayAndTime } from '../lib/time/calendar.ts'
import { each, type LocalizedText } from './localized.ts'

/** "Sunday 15 March, 00:00" and "Sonntag, 15. März, 00:00", in that zone. */
export function dayAndTimeText(at: Date, timezone: string): LocalizedText {
  return each((language) => dayAndTime(at, timezone, language))
}
