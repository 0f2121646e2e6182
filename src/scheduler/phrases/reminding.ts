/** Whether a sentence asks to be reminded of something, and not to have something done. */
export function asksToRemind(words: string): boolean {
  return reminding.test(words)
}

const reminding =
  /\bremind|\bdon'?t let me forget|\berinner|\brappel(?:le|er|ez)|\brecu[eé]rd|\bav[ií]sa|\bacu[eé]rda|提醒|别忘|別忘|记得|記得/iu
