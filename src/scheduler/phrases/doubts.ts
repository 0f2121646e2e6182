/** Why words are unclear: the sentence that the person gets, with an example of how to say it. */
export const DOUBTS = {
  long: 'That is more text than I can look for a time in. Please say it in fewer than 2,000 characters, such as "tomorrow at 9 call the bank".',
  none: 'I found no time in that. Please say when, such as "tomorrow at 9" or "every weekday at 7".',
  what: 'I know when, but not what it is about. Please say both, such as "remind me tomorrow at 9 to call the bank".',
  rest: 'I did not understand all of that as a time. Please say only the time, such as "tomorrow at 9" or "in 20 minutes".',
  past: 'That is over already. Please say a time ahead, such as "tomorrow at 9".',
  far: 'That is more than five years ahead. Please say a nearer time, such as "on 3 April at 9".',
  vague: 'That is no exact time. Please say when, such as "in 2 hours", "tomorrow at 9" or "every Monday at 8".',
  everyOther:
    'I can leave out weeks, but no days or months in between. Please say it another way, such as "every second Monday at 9" or "every 48 hours".',
  next: '"Next" may mean the coming one or the one after. Please say the date, such as "on 27 November at 9".',
  whichDay: 'I do not know which day you mean. Please name it, such as "on Saturday at 10" or "every Monday at 9".',
  whichDate: 'I do not know which day of the month you mean. Please name it, such as "every 1st of the month at 8".',
  shortMonths: 'Not every month has that day. Please say one up to the 28th, such as "every 28th of the month at 8".',
  numeric: 'That date may be read in two ways. Please write the month as a word, such as "3 April".',
  noDate: 'There is no such date. Please say one that exists, such as "on 28 February at 9".',
  noTime: 'There is no such time of day. Please say one between 0:00 and 23:59, such as "tomorrow at 9:30".',
  weekday: 'That date does not fall on that day of the week. Please say one of both, such as "on 20 November at 9".',
  range:
    'I need one exact time, not a span, a limit or an exception. Please say it like "tomorrow at 9" or "every hour".',
  two: 'I read more than one time in that. Please say one, such as "tomorrow at 9", and the rest in a message of its own.',
  midnight:
    'Midnight may mean the night before or after that day. Please say it like "tomorrow at 0:00" or "tomorrow at 23:59".',
  amPm: 'I do not know whether that is in the morning or in the evening. Please say it like "at 21:00".',
  number: 'I do not know whether that number is a time. Please say it like "tomorrow at 9:00".',
  whose:
    'I do not know whether that is when it happens or when I should come back to you. Please say it like "remind me tomorrow at 8 to pack".',
  zone: 'I plan in your own time zone and see another one in that. Please say the time in yours, such as "tomorrow at 18:00".',
  repeats:
    'I see how often in that, but not in a way that I can plan. Please say it like "every Monday at 9" or "every 1st of the month at 8".',
  otherDay:
    'I see another day or part of the day in what is left of that. Please say the time first, with its date, such as "remind me on 24 December at 18:00 to light the candles".',
  cancels: 'I planned nothing, because that asks me to stop something.',
  before:
    'I do not know when that happens, so I cannot count back from it. Please say the time itself, such as "tomorrow at 8".',
} as const

export type Doubt = keyof typeof DOUBTS

/** Doubts that a model cannot resolve. */
const SETTLED: Doubt[] = ['long', 'what', 'past', 'far', 'noDate', 'noTime', 'weekday', 'shortMonths', 'cancels']

/** Whether the words are understood, but what they ask for is not possible. */
export function isSettled(ask: string): boolean {
  return SETTLED.some((doubt) => DOUBTS[doubt] === ask)
}
