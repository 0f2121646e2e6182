/** Unlike `crypto.randomUUID`, this also works on a page without TLS, such as one on the local network. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

/** People other than the owner may only open chats with such an id. */
export function newChatId(): string {
  return `web:${randomHex(6)}`
}
