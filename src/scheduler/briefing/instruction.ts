interface BriefingText {
  text?: string | undefined
  template?: string | undefined
}

const rules = [
  'Write only what the sources say, in your own words, the most important things first. Add nothing from your own knowledge.',
  'A source that could not be read is named in one short line, with the reason. A source with nothing new is left out.',
  'Keep the links that they may want to open.',
]

/** The instruction for writing a briefing from its sources. */
export function briefingInstruction({ text, template }: BriefingText): string {
  return [
    'Write the briefing for the person from the sources above.',
    ...rules,
    languageRule(text ?? template),
    ...(text === undefined ? [] : ['', 'What they want:', text]),
    ...(template === undefined ? [] : ['', 'Keep to this form, and fill it in:', template]),
  ].join('\n')
}

/** The instruction for a heartbeat whose checks found something. */
export function heartbeatInstruction({ text }: Pick<BriefingText, 'text'>): string {
  return [
    'The checks above have found something new. Judge whether the person would want to hear about it now without having asked.',
    'If not, call stay_silent: silence is the usual result. If so, tell them in a few lines what it is and why it matters now.',
    ...rules,
    languageRule(text),
    ...(text === undefined ? [] : ['', 'What matters to them:', text]),
  ].join('\n')
}

function languageRule(text: string | undefined): string {
  return text === undefined
    ? 'Write in the language that they use in their own conversations. If that is not known, write in English.'
    : 'Write in the language of their text below.'
}
