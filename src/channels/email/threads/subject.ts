/** What mail programs put before a subject when they answer or pass on, in the languages that we have seen. */
const marks =
  /^\s*(?:\[[^\]]{1,40}\]\s*)?(?:(?:re|aw|antw|antwort|sv|vs|ref|rv|res|rif|r|odp|ynt|yan|vá|ré|ant|fwd?|wg|tr|doorst|enc|i|pd|vb|вн|отв|回复|答复|転送|返信|回覆|轉寄|转发)(?:\s*\[\d{1,3}\]|\s*\(\d{1,3}\)|\^\d{1,3})?\s*[:：]\s*)+/iu

/** Without any of them. */
export function plainSubject(subject: string): string {
  return subject.replace(/\s+/g, ' ').slice(0, 500).replace(marks, '').trim()
}

export function isReplySubject(subject: string): boolean {
  return marks.test(subject.slice(0, 500))
}
