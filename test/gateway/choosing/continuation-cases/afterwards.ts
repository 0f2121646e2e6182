/**
 * Forty messages that were written when the rule had long been there, to see how it does with what it was not made by:
 * eight kinds in each of five languages. At their first run 35 of 40 were as wanted; what was wrong has been used to
 * mend the rule since, so that they say no more than the others by now. Whoever wrote them had seen the English and the
 * German words of the rule before, not those of the other three languages.
 */
export const afterwards: Record<string, string> = {
  english: String.raw`
[outcome: continues or open]
ana 4h: What should I say to the landlord about the mould?
bot 4h: Send him photos and ask for an inspection within two weeks.
> he just called, someone is coming on Thursday

[presupposes: continues]
ana 2h: Which bus goes to the airport?
bot 2h: Line 12, every twenty minutes from the station.
> how long does that take at night?

[other: new]
ana 6h: Can you translate this letter into Danish?
bot 6h: Done: "Kære fru Holm, tak for Deres brev."
> what's 18 percent of 240

[quick: new or open]
ana 12m: Explain to me what an escrow account is
bot 12m: It is an account a third party holds until both sides have done their part.
> recipe for pancakes without eggs please

[fragment: continues]
ana 50m: I'd like to send flowers to my aunt
bot 50m: Gladly. Roses, tulips, or a mixed bunch?
> tulips, the yellow kind

[chance: new or open]
ana 8h: My train to Leeds was cancelled, what now?
bot 8h: You may take the next one with the same ticket.
> how do I train a puppy to sleep alone

[greeted: open or continues]
ana 10h: Help me choose between the two flats
bot 10h: The one in Mill Road is quieter, the other is nearer to work.
> morning! I've slept on it, I'll take Mill Road

[complaint: continues]
ana 40m: Give me a formula that adds only the visible cells
bot 40m: Use =SUBTOTAL(109, A1:A50).
> doesn't work, I get an error
`,
  german: String.raw`
[outcome: continues or open]
ana 5h: Wie bekomme ich den Rotweinfleck aus dem Teppich?
bot 5h: Mit Mineralwasser tupfen, dann Salz darauf und einwirken lassen.
> hat leider nichts gebracht, man sieht ihn immer noch

[presupposes: continues]
ana 3h: Kannst du mir einen Arzt in der Nähe suchen?
bot 3h: Dr. Sommer in der Gartenstraße nimmt neue Patienten.
> hat der auch samstags offen?

[other: new]
ana 7h: Wie heißt die Hauptstadt von Australien?
bot 7h: Canberra.
> Schreib mir bitte eine Einladung zum Grillfest am 12.

[quick: new or open]
ana 15m: Erklär mir den Unterschied zwischen brutto und netto
bot 15m: Brutto ist vor Steuern und Abgaben, netto ist was übrig bleibt.
> Wann spielt Freiburg heute?

[fragment: continues]
ana 70m: Ich brauche einen Tisch für morgen Abend
bot 70m: Für wie viele Personen, und um wie viel Uhr?
> vier, gegen halb acht

[chance: new or open]
ana 9h: Die Bank hat mir die Karte gesperrt
bot 9h: Ruf die 116 116 an und lass sie wieder freigeben.
> welche Farbe passt zu einer Bank aus Eiche im Garten?

[greeted: open or continues]
ana 14h: Soll ich das Angebot von Möller annehmen?
bot 14h: Frag vorher nach, ob die Anfahrt darin enthalten ist.
> Guten Morgen, Möller sagt, die Anfahrt kostet extra

[complaint: continues]
ana 45m: Fass mir den Artikel in drei Sätzen zusammen
bot 45m: Die Stadt baut 400 Wohnungen. Die Hälfte wird gefördert. Baubeginn ist im Mai.
> das ist mir zu trocken, bitte etwas lebendiger
`,
  french: String.raw`
[outcome: continues or open]
ana 6h: Comment annoncer à ma sœur que je ne viens pas ?
bot 6h: Dis-le simplement et propose une autre date.
> c'est fait, elle l'a bien pris

[presupposes: continues]
ana 2h: Quel musée conseilles-tu à Lyon avec des enfants ?
bot 2h: Le musée des Confluences, ils peuvent toucher beaucoup de choses.
> et c'est ouvert le lundi ?

[other: new]
ana 8h: Corrige les fautes de mon mail au syndic
bot 8h: Voilà, j'ai corrigé trois accords.
> combien de calories dans un avocat ?

[quick: new or open]
ana 10m: Qu'est-ce qu'un taux variable ?
bot 10m: Un taux qui change avec le marché, à la hausse ou à la baisse.
> donne-moi une idée de cadeau pour un garçon de six ans

[fragment: continues]
ana 55m: Peux-tu me réserver un taxi ?
bot 55m: Oui. Pour quelle heure et depuis quelle adresse ?
> 5h30, rue des Lilas

[chance: new or open]
ana 9h: Mon vol pour Rome a du retard
bot 9h: Au-delà de trois heures tu as droit à une indemnité.
> que faire après un vol de vélo ?

[greeted: open or continues]
ana 13h: Quelle peinture pour la salle de bains ?
bot 13h: Une peinture satinée résistante à l'humidité.
> bonjour, j'ai acheté la satinée finalement, il faut combien de couches ?

[complaint: continues]
ana 35m: Trouve-moi un titre pour mon exposé sur les abeilles
bot 35m: « Les abeilles, sentinelles de nos campagnes ».
> bof, trop scolaire
`,
  spanish: String.raw`
[outcome: continues or open]
ana 4h: ¿Cómo le pido un aumento a mi jefa?
bot 4h: Prepara dos logros concretos y pide una cifra.
> ya hablé con ella, me dijo que lo piensa

[presupposes: continues]
ana 3h: ¿Qué playa me recomiendas cerca de Cádiz?
bot 3h: La Caleta es pequeña y queda en el centro.
> ¿y se puede aparcar ahí?

[other: new]
ana 7h: Resume este contrato en cinco puntos
bot 7h: 1. Duración de un año. 2. Fianza de dos meses. 3. Sin mascotas.
> ¿cuántos metros tiene una milla?

[quick: new or open]
ana 14m: ¿Qué significa "a quo"?
bot 14m: Es latín: desde el cual, el punto de partida.
> ponme una lista de la compra para una paella

[fragment: continues]
ana 80m: Quiero cambiar mi cita con el dentista
bot 80m: ¿Qué día te viene bien?
> el jueves por la tarde

[chance: new or open]
ana 10h: Se me rompió la copa de mi abuela
bot 10h: Con un pegamento para cristal puede quedar bien.
> ¿quién ganó la copa del rey en 2019?

[greeted: open or continues]
ana 12h: ¿Cuál de los dos coches compro?
bot 12h: El híbrido gasta menos en ciudad, el diésel en autopista.
> buenos días, me decidí por el híbrido

[complaint: continues]
ana 40m: Escríbeme una felicitación para Marta
bot 40m: Querida Marta, que cumplas muchos más. Un abrazo.
> muy seca, ponle algo de cariño
`,
  chinese: String.raw`
[outcome: continues or open]
ana 5h: 怎么跟房东说漏水的事？
bot 5h: 先拍照发给他，请他这周派人来看。
> 他刚才回我了，说明天来修

[presupposes: continues]
ana 2h: 去机场坐几号线？
bot 2h: 坐二号线，终点站就是。
> 晚上几点停运？

[other: new]
ana 8h: 帮我把这段话翻成英文
bot 8h: 好的：Thank you for your patience.
> 红烧肉要炖多久

[quick: new or open]
ana 12m: 什么是复利？
bot 12m: 就是利息也会生利息。
> 给我儿子起个英文名

[fragment: continues]
ana 60m: 我想订个蛋糕
bot 60m: 要几寸的，什么口味？
> 八寸，巧克力的

[chance: new or open]
ana 9h: 我的苹果手机开不了机
bot 9h: 长按电源键和音量键十秒试试。
> 苹果怎么保存不容易坏

[greeted: open or continues]
ana 12h: 两份工作选哪个好？
bot 12h: 第一份工资高，第二份离家近。
> 早上好，我想了一晚上，还是选离家近的

[complaint: continues]
ana 45m: 写一句生日祝福给我妈
bot 45m: 祝您生日快乐，身体健康！
> 太普通了，再写一个
`,
}
