/** What a rule made of a question would allow from now on, below that question and on its button: no more and no less. */
export function alwaysWords(rule: string): string {
  return rule.includes('(') ? 'exactly this command' : `${verbs[rule] ?? rule} any file`
}

const verbs: Record<string, string> = { Write: 'writing', Edit: 'changing' }
