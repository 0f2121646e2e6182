/** What is held on another channel can be read here; it is answered, asked again and stopped there. */
export function isOfPage(chat: string): boolean {
  return chat.startsWith('web:')
}
