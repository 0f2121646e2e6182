export const chinese = String.raw`
[answer: continues]
ana 3h: 帮我看看周五去杭州的高铁
bot 3h: 上午九点有一班，73元。要订吗？
> 好的，订吧

[answer: continues]
ana 5h: 我想请同事吃饭
bot 5h: 可以的，大概有多少人？
> 八个人左右

[choice: continues]
ana 2h: 给公众号想几个名字
bot 2h: 1. 慢读\n2. 山间书屋\n3. 一页纸\n你喜欢哪一个？
> 第二个

[choice: continues]
ana 4h: 比较一下这两款洗衣机
bot 4h: 海棠那款2400元，容量8公斤；白露那款3100元，容量10公斤。
> 那就买便宜的吧

[ellipsis: continues]
ana 2h: 今天成都天气怎么样？
bot 2h: 多云，22度。
> 那明天呢

[ellipsis: continues]
ana 4h: 博物馆的成人票多少钱？
bot 4h: 六十元。
> 学生呢？

[anaphora: continues]
ana 80m: 写一封请假邮件给王老师
bot 79m: 王老师您好，我明天身体不适，想请假一天，谢谢。
> 把它改得正式一点

[anaphora: continues or open]
ana 1d: 上次大家推荐的是哪个相机？
bot 1d: 推荐的是晨光X3，因为轻。
> 这款能拍夜景吗？

[correction: continues]
ana 50m: 把牙医预约记在周四上午十点
bot 49m: 已记好：周四上午十点，牙医。
> 不对，我说的是周二

[correction: continues]
ana 3h: 300美元是多少人民币？
bot 3h: 大约2160元。
> 说错了，是欧元

[closing: continues]
ana 2h: 怎么去掉衣服上的油渍？
bot 2h: 先用洗洁精搓一搓，放十分钟，再用温水洗。
> 谢谢，洗干净了

[closing: continues]
ana 3h: 晚上七点提醒我交电费
bot 3h: 好的，七点提醒你。
> 太好了，辛苦了

[greeting: new]
ana 10h: 什么是复利？
bot 10h: 利息也会产生利息。
> 早上好

[greeting: new]
ana 1d: 红烧肉要炖多久？
bot 1d: 一个小时左右。
> 你好，我想学吉他，应该从哪里开始？

[announced: new]
ana 5m: 房租几号交？
bot 4m: 每月三号。
> 换个话题，帮我想一份给爸爸的生日礼物

[announced: new]
ana 8m: 长江有多长？
bot 7m: 约6300公里。
> 另外一件事：我的护照快过期了，怎么换？

[elsewhere: new or open]
ana 12m: 总结一下这份销售报告
bot 11m: 销售额增长4%，主要来自北方。
> 怎么给自行车补胎？

[elsewhere: new]
ana 8h: 今晚有什么电影？
bot 8h: 七点有《潮汐》，九点有《北方》。
> 用Python写一个判断回文的函数

[words: continues or open]
ana 3d: 我的绿萝叶子发黄了
bot 3d: 可能是浇水太多，让土干一点。
> 绿萝的黄叶需要剪掉吗？

[words: continues or open]
ana 2d: 热水器的镁棒要换吗？
bot 2d: 一般两三年换一次镁棒。
> 我买了新的镁棒，怎么拆热水器？

[paste: new or open]
ana 6m: 去越南要签证吗？
bot 5m: 需要，可以办电子签。
> const total = items.reduce((sum, item) => sum + item.price * item.count, 0)
console.log("total: " + total)
// TypeError: items.reduce is not a function
//   at main.js:12:21
//   at node:internal/main/run_main_module:28:49

[paste: new or open]
ana 7m: 烤羊排配什么菜好？
bot 6m: 可以配烤土豆和芦笋。
> 尊敬的业主：因电梯年检，5月4日至8日电梯将暂停使用，请您走楼梯。行动不便的住户可以拨打物业电话分机14，我们会安排工作人员协助。检修期间如有噪音，敬请谅解。由此给您带来的不便，我们深表歉意。物业管理处
把这段话翻译成英文

[mixed: new]
ana 10m: 帮我订北京的酒店
bot 9m: 订好了，两晚，含早餐。
/new 1m
> 那边天气怎么样？

[mixed: continues]
ana 4m: 《边城》是谁写的？
bot 3m: 沈从文。
> 他是哪里人？
`
