/** Forty messages that ask for nothing of the past, in five languages and none. */
export const smallTalk: string[] = [
  ['hi', 'Hello!', 'hey there', 'Good morning', 'thanks!', 'Thank you so much', 'ok', 'ok great, thanks a lot'],
  ['yes', 'no, thanks', 'sounds good', 'how are you?', 'good night, see you tomorrow'],
  ['Hallo', 'Guten Morgen!', 'Danke dir', 'vielen Dank für die Hilfe', 'alles klar', 'ja, gerne', 'nein danke'],
  ["wie geht's?", 'passt so'],
  ['Bonjour', 'salut, ça va ?', 'merci beaucoup', "d'accord", 'oui, parfait', 'bonne nuit'],
  ['Hola', '¿Qué tal?', 'muchas gracias', 'vale, perfecto', 'sí, por favor', 'buenas noches'],
  ['你好', '谢谢你', '好的', '没问题，谢谢', '晚安'],
  ['👍'],
].flat()
