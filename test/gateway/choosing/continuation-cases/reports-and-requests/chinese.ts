export const chinese = String.raw`
[worked: continues]
ana 3h: 电脑开机特别慢
bot 3h: 把不用的开机启动项关掉，再清理一下系统盘。
> 弄好了，快多了

[worked: continues]
ana 6h: 最近总是落枕
bot 6h: 换个低一点的枕头，睡前热敷十分钟。
> 有效果

[problem: continues]
ana 5h: 帮我查一下快递到哪了
bot 5h: 已经在派送，下午三点前到。
> 收到了，可是少了一件

[problem: continues]
ana 2h: 路由器怎么恢复出厂设置？
bot 2h: 用针按住背后的小孔十秒。
> 按了没反应

[changed: continues]
ana 8h: 师傅什么时候来装空调？
bot 8h: 周三上午九点到十一点。
> 改到周五了

[changed: continues]
ana 10h: 订一张明天去南京的票
bot 10h: 订好了，早上八点二十，二等座。
> 老板说要后天才去

[detail: continues]
ana 17m: 我家净水器该换哪种滤芯？
bot 17m: 要看型号，机身侧面有标签。
> R400，2020年买的

[detail: continues]
ana 90m: 想给物业写一封投诉信
bot 90m: 好的，请告诉我楼号、时间和具体问题。
> 6号楼，上周开始，电梯老是坏

[fragment: continues]
ana 5m: 给我们的读书会起个名字
bot 5m: 半亩书田、灯下、慢慢读。
> 要文艺一点的

[fragment: continues]
ana 13m: 列一个三天的健身计划
bot 13m: 周一练腿，周三练背，周五有氧。
> 简单点

[followup: continues]
ana 11m: 周末想做红烧排骨
bot 11m: 排骨先焯水，炒糖色，加酱油和料酒，小火慢炖。
> 要炖多久？

[followup: continues]
ana 26m: 我们打算五月去云南
bot 26m: 五月天气不错，大理和丽江都适合。
> 一个人大概多少预算？

[nextday: continues]
ana 16h: 房东一直不退押金
bot 16h: 先发一封书面通知，给他十天时间。
> 通知发了，他说下周给答复

[nextday: continues]
ana 21h: 茉莉花一直不开花
bot 21h: 多晒太阳，每周施一次磷钾肥。
> 肥料买回来了，一次放多少？

[request: new]
ana 9m: 一根香蕉多少卡路里？
bot 9m: 大约105卡。
> 给我讲个笑话

[request: new]
ana 15m: 邮局几点关门？
bot 15m: 下午五点半。
> 写一首关于猫的诗

[task: new]
ana 12m: 铅的化学符号是什么？
bot 12m: Pb。
> 明天早上八点提醒我交水费

[task: new]
ana 44m: 《红楼梦》的作者是谁？
bot 44m: 曹雪芹。
> 把“车站在哪里”翻译成法语

[question: new]
ana 18m: 30英寸是多少厘米？
bot 18m: 76.2厘米。
> 谁发明了电话？

[question: new]
ana 22m: 游泳馆周一开吗？
bot 22m: 周一闭馆。
> 18乘以24等于多少

[later: new]
ana 7h: 咖啡渍怎么洗？
bot 7h: 用小苏打和冷水。
> 我需要一份年会主持稿

[later: new]
ana 6h: “内卷”用英语怎么说？
bot 6h: 一般译作 involution。
> 找一家杭州的牙科诊所

[bare: new]
ana 2d: 去机场坐几号线？
bot 2d: 十号线转机场快线。
> 有什么好看的电视剧？

[bare: new]
ana 27h: 好了，报告发出去了
bot 27h: 好的，辛苦了，早点休息。
> 来个谜语
`
