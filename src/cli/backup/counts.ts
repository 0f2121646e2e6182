/** "1,500 messages and 1 file". The store itself is no file that a person would count. */
export function describeCounts({ messages, files }: { messages: number; files: number }): string {
  return `${counted(messages, 'message')} and ${counted(files - 1, 'file')}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
