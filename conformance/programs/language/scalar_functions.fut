-- The functions and operators of the integer modules: a checksum of the results at all
-- pairs of some numbers, for each function in turn. Expected results: Futhark 0.25.32.

def digest_ints 't 'u (f: t -> t -> u) (h: u -> u64) (xs: []t) : u64 =
  loop s = 0u64 for x in xs do loop s for y in xs do s * 31 + h (f x y)

-- ==
-- entry: ints_i8s
-- input { [0i8, 1i8, -1i8, 7i8, -8i8, 127i8, -128i8, 85i8, -100i8] }
-- output { [9410041142770669893u64, 12446872604719196841u64, 16674220896485152060u64, 12165776147594746431u64, 17984724672964183121u64, 14221959873204799352u64, 10426609630483677347u64, 3375008617056121530u64, 12562938557392549076u64, 9955126379769912212u64, 5213785054393549430u64, 10752657210238990174u64, 12417005779497625479u64, 6449743769869069817u64, 8385992509399629845u64, 6354990955049287291u64, 10386837538987931140u64, 12875149895411332138u64, 239u64, 0u64, 127u64, 128u64, 8u64, 66046u64, 7569784591539544891u64] }
entry ints_i8s (xs: []i8) =
  [ digest_ints i8.max u64.i8 xs
  , digest_ints i8.min u64.i8 xs
  , digest_ints i8.mul_hi u64.i8 xs
  , digest_ints (\x y -> i8.mad_hi x y 3) u64.i8 xs
  , digest_ints (\x _ -> i8.abs x) u64.i8 xs
  , digest_ints (\x _ -> i8.sgn x) u64.i8 xs
  , digest_ints (\x _ -> i8.popc x) u64.i32 xs
  , digest_ints (\x _ -> i8.clz x) u64.i32 xs
  , digest_ints (\x _ -> i8.ctz x) u64.i32 xs
  , digest_ints (\x y -> i8.get_bit (i32.i8 y & 7) x) u64.i32 xs
  , digest_ints (\x y -> x i8.>>> (y & 7)) u64.i8 xs
  , digest_ints (\x y -> x >> (y & 7)) u64.i8 xs
  , digest_ints (\x y -> x << (y & 7)) u64.i8 xs
  , digest_ints (\x y -> if y == 0 || y == i8.i32 (-1) then x else x / y + x % y * 3) u64.i8 xs
  , digest_ints (\x y -> if y == 0 || y == i8.i32 (-1) then x else x // y + x %% y * 3) u64.i8 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.i8 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.i8 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.i8 (i8.sum xs)
  , u64.i8 (i8.product xs)
  , u64.i8 i8.highest
  , u64.i8 i8.lowest
  , u64.i32 i8.num_bits
  , u64.i64 (i8.to_i64 xs[0]) + u64.i8 (i8.i8 xs[1]) + u64.i16 (i16.i8 xs[2]) + u64.i32 (i32.i8 xs[3]) + u64.u8 (u8.i8 xs[4]) + u64.u16 (u16.i8 xs[5]) + u64.u32 (u32.i8 xs[6])
  , digest_ints (\x y -> i8.set_bit (i32.i8 y & 7) x (i32.i8 x & 1)) u64.i8 xs]
-- ==
-- entry: ints_i16s
-- input { [0i16, 1i16, -1i16, 7i16, -8i16, 32767i16, -32768i16, 85i16, -100i16] }
-- output { [11246906706260691781u64, 17739276774202970793u64, 10723266285348886245u64, 8405244601383749608u64, 1640983132656055377u64, 2019845478488130424u64, 148551169793489331u64, 7085740809497610154u64, 13534621084203365092u64, 11013716880561270268u64, 9234889301880596422u64, 17437348937476687494u64, 4740732919697446944u64, 5214919919976208669u64, 9381914168010189113u64, 7117670021120007803u64, 15761371398893382660u64, 12875149895411332138u64, 65519u64, 0u64, 32767u64, 32768u64, 16u64, 131326u64, 15790253042544368251u64] }
entry ints_i16s (xs: []i16) =
  [ digest_ints i16.max u64.i16 xs
  , digest_ints i16.min u64.i16 xs
  , digest_ints i16.mul_hi u64.i16 xs
  , digest_ints (\x y -> i16.mad_hi x y 3) u64.i16 xs
  , digest_ints (\x _ -> i16.abs x) u64.i16 xs
  , digest_ints (\x _ -> i16.sgn x) u64.i16 xs
  , digest_ints (\x _ -> i16.popc x) u64.i32 xs
  , digest_ints (\x _ -> i16.clz x) u64.i32 xs
  , digest_ints (\x _ -> i16.ctz x) u64.i32 xs
  , digest_ints (\x y -> i16.get_bit (i32.i16 y & 15) x) u64.i32 xs
  , digest_ints (\x y -> x i16.>>> (y & 15)) u64.i16 xs
  , digest_ints (\x y -> x >> (y & 15)) u64.i16 xs
  , digest_ints (\x y -> x << (y & 15)) u64.i16 xs
  , digest_ints (\x y -> if y == 0 || y == i16.i32 (-1) then x else x / y + x % y * 3) u64.i16 xs
  , digest_ints (\x y -> if y == 0 || y == i16.i32 (-1) then x else x // y + x %% y * 3) u64.i16 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.i16 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.i16 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.i16 (i16.sum xs)
  , u64.i16 (i16.product xs)
  , u64.i16 i16.highest
  , u64.i16 i16.lowest
  , u64.i32 i16.num_bits
  , u64.i64 (i16.to_i64 xs[0]) + u64.i8 (i8.i16 xs[1]) + u64.i16 (i16.i16 xs[2]) + u64.i32 (i32.i16 xs[3]) + u64.u8 (u8.i16 xs[4]) + u64.u16 (u16.i16 xs[5]) + u64.u32 (u32.i16 xs[6])
  , digest_ints (\x y -> i16.set_bit (i32.i16 y & 15) x (i32.i16 x & 1)) u64.i16 xs]
-- ==
-- entry: ints_i32s
-- input { [0i32, 1i32, -1i32, 7i32, -8i32, 2147483647i32, -2147483648i32, 85i32, -100i32] }
-- output { [17685632970508110661u64, 14853260109162517161u64, 15953479892576999141u64, 4132439136561301480u64, 11803107857498322001u64, 2811676119092347768u64, 16485922395832216531u64, 14507205194380587402u64, 15477986137824997124u64, 11013716880561270299u64, 14525674268203870369u64, 2604887401299197793u64, 17225856852481147904u64, 7248641735340255911u64, 9678516825124518595u64, 582704705079025275u64, 3425442626294098948u64, 12875149895411332138u64, 4294967279u64, 0u64, 2147483647u64, 2147483648u64, 32u64, 2147614974u64, 1308970614745105147u64] }
entry ints_i32s (xs: []i32) =
  [ digest_ints i32.max u64.i32 xs
  , digest_ints i32.min u64.i32 xs
  , digest_ints i32.mul_hi u64.i32 xs
  , digest_ints (\x y -> i32.mad_hi x y 3) u64.i32 xs
  , digest_ints (\x _ -> i32.abs x) u64.i32 xs
  , digest_ints (\x _ -> i32.sgn x) u64.i32 xs
  , digest_ints (\x _ -> i32.popc x) u64.i32 xs
  , digest_ints (\x _ -> i32.clz x) u64.i32 xs
  , digest_ints (\x _ -> i32.ctz x) u64.i32 xs
  , digest_ints (\x y -> i32.get_bit (i32.i32 y & 31) x) u64.i32 xs
  , digest_ints (\x y -> x i32.>>> (y & 31)) u64.i32 xs
  , digest_ints (\x y -> x >> (y & 31)) u64.i32 xs
  , digest_ints (\x y -> x << (y & 31)) u64.i32 xs
  , digest_ints (\x y -> if y == 0 || y == i32.i32 (-1) then x else x / y + x % y * 3) u64.i32 xs
  , digest_ints (\x y -> if y == 0 || y == i32.i32 (-1) then x else x // y + x %% y * 3) u64.i32 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.i32 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.i32 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.i32 (i32.sum xs)
  , u64.i32 (i32.product xs)
  , u64.i32 i32.highest
  , u64.i32 i32.lowest
  , u64.i32 i32.num_bits
  , u64.i64 (i32.to_i64 xs[0]) + u64.i8 (i8.i32 xs[1]) + u64.i16 (i16.i32 xs[2]) + u64.i32 (i32.i32 xs[3]) + u64.u8 (u8.i32 xs[4]) + u64.u16 (u16.i32 xs[5]) + u64.u32 (u32.i32 xs[6])
  , digest_ints (\x y -> i32.set_bit (i32.i32 y & 31) x (i32.i32 x & 1)) u64.i32 xs]
-- ==
-- entry: ints_i64s
-- input { [0i64, 1i64, -1i64, 7i64, -8i64, 9223372036854775807i64, -9223372036854775808i64, 85i64, -100i64] }
-- output { [6002849625014438725u64, 16549507930334728873u64, 17236898304821008101u64, 10832224081188259816u64, 6185029431599248465u64, 308157944454890360u64, 12267176700490567699u64, 10903389890436990282u64, 917972171358709572u64, 11013716880561270299u64, 16492550712778861425u64, 10918250462849698417u64, 12537731802294256640u64, 15425575163779182451u64, 14060120832434159503u64, 5015383109448703611u64, 17897424347090234372u64, 12875149895411332138u64, 18446744073709551599u64, 0u64, 9223372036854775807u64, 9223372036854775808u64, 64u64, 131326u64] }
entry ints_i64s (xs: []i64) =
  [ digest_ints i64.max u64.i64 xs
  , digest_ints i64.min u64.i64 xs
  , digest_ints i64.mul_hi u64.i64 xs
  , digest_ints (\x y -> i64.mad_hi x y 3) u64.i64 xs
  , digest_ints (\x _ -> i64.abs x) u64.i64 xs
  , digest_ints (\x _ -> i64.sgn x) u64.i64 xs
  , digest_ints (\x _ -> i64.popc x) u64.i32 xs
  , digest_ints (\x _ -> i64.clz x) u64.i32 xs
  , digest_ints (\x _ -> i64.ctz x) u64.i32 xs
  , digest_ints (\x y -> i64.get_bit (i32.i64 y & 63) x) u64.i32 xs
  , digest_ints (\x y -> x i64.>>> (y & 63)) u64.i64 xs
  , digest_ints (\x y -> x >> (y & 63)) u64.i64 xs
  , digest_ints (\x y -> x << (y & 63)) u64.i64 xs
  , digest_ints (\x y -> if y == 0 || y == i64.i32 (-1) then x else x / y + x % y * 3) u64.i64 xs
  , digest_ints (\x y -> if y == 0 || y == i64.i32 (-1) then x else x // y + x %% y * 3) u64.i64 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.i64 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.i64 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.i64 (i64.sum xs)
  , u64.i64 (i64.product xs)
  , u64.i64 i64.highest
  , u64.i64 i64.lowest
  , u64.i32 i64.num_bits
  , u64.i64 (i64.to_i64 xs[0]) + u64.i8 (i8.i64 xs[1]) + u64.i16 (i16.i64 xs[2]) + u64.i32 (i32.i64 xs[3]) + u64.u8 (u8.i64 xs[4]) + u64.u16 (u16.i64 xs[5]) + u64.u32 (u32.i64 xs[6])]
-- ==
-- entry: ints_u8s
-- input { [0u8, 1u8, 255u8, 7u8, 248u8, 127u8, 128u8, 85u8, 100u8] }
-- output { [1136547140870269213u64, 2931171617853960801u64, 6720048197431400454u64, 11692865510001313801u64, 7458904142016965823u64, 7190273361588475008u64, 10426608749162938658u64, 3375009498376860219u64, 12562938557392549076u64, 9955126378853749619u64, 5213736521174323977u64, 5213736521174323977u64, 12416961979364189647u64, 5759981148953990471u64, 5759981148953990471u64, 6354989414342897075u64, 13943784345469465116u64, 16401218625719620906u64, 183u64, 0u64, 255u64, 0u64, 8u64, 766u64, 7569735354846993075u64] }
entry ints_u8s (xs: []u8) =
  [ digest_ints u8.max u64.u8 xs
  , digest_ints u8.min u64.u8 xs
  , digest_ints u8.mul_hi u64.u8 xs
  , digest_ints (\x y -> u8.mad_hi x y 3) u64.u8 xs
  , digest_ints (\x _ -> u8.abs x) u64.u8 xs
  , digest_ints (\x _ -> u8.sgn x) u64.u8 xs
  , digest_ints (\x _ -> u8.popc x) u64.i32 xs
  , digest_ints (\x _ -> u8.clz x) u64.i32 xs
  , digest_ints (\x _ -> u8.ctz x) u64.i32 xs
  , digest_ints (\x y -> u8.get_bit (i32.u8 y & 7) x) u64.i32 xs
  , digest_ints (\x y -> x u8.>>> (y & 7)) u64.u8 xs
  , digest_ints (\x y -> x >> (y & 7)) u64.u8 xs
  , digest_ints (\x y -> x << (y & 7)) u64.u8 xs
  , digest_ints (\x y -> if y == 0 || y == u8.i32 (-1) then x else x / y + x % y * 3) u64.u8 xs
  , digest_ints (\x y -> if y == 0 || y == u8.i32 (-1) then x else x // y + x %% y * 3) u64.u8 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.u8 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.u8 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.u8 (u8.sum xs)
  , u64.u8 (u8.product xs)
  , u64.u8 u8.highest
  , u64.u8 u8.lowest
  , u64.i32 u8.num_bits
  , u64.i64 (u8.to_i64 xs[0]) + u64.i8 (i8.u8 xs[1]) + u64.i16 (i16.u8 xs[2]) + u64.i32 (i32.u8 xs[3]) + u64.u8 (u8.u8 xs[4]) + u64.u16 (u16.u8 xs[5]) + u64.u32 (u32.u8 xs[6])
  , digest_ints (\x y -> u8.set_bit (i32.u8 y & 7) x (i32.u8 x & 1)) u64.u8 xs]
-- ==
-- entry: ints_u16s
-- input { [0u16, 1u16, 65535u16, 7u16, 65528u16, 32767u16, 32768u16, 85u16, 100u16] }
-- output { [9895528819239880989u64, 6228816221070306913u64, 15730416487554698695u64, 7378011885694172874u64, 14717818326390282943u64, 7190273361588475008u64, 148543237906841130u64, 7085748741384258355u64, 13534621084203365092u64, 11013743319266344825u64, 5908704799210905917u64, 5908704799210905917u64, 8728828476821535504u64, 12389829819686039065u64, 12389829819686039065u64, 7115842436149208243u64, 2862463547209284636u64, 16401218625719620906u64, 183u64, 0u64, 65535u64, 0u64, 16u64, 131326u64, 11123999152478483379u64] }
entry ints_u16s (xs: []u16) =
  [ digest_ints u16.max u64.u16 xs
  , digest_ints u16.min u64.u16 xs
  , digest_ints u16.mul_hi u64.u16 xs
  , digest_ints (\x y -> u16.mad_hi x y 3) u64.u16 xs
  , digest_ints (\x _ -> u16.abs x) u64.u16 xs
  , digest_ints (\x _ -> u16.sgn x) u64.u16 xs
  , digest_ints (\x _ -> u16.popc x) u64.i32 xs
  , digest_ints (\x _ -> u16.clz x) u64.i32 xs
  , digest_ints (\x _ -> u16.ctz x) u64.i32 xs
  , digest_ints (\x y -> u16.get_bit (i32.u16 y & 15) x) u64.i32 xs
  , digest_ints (\x y -> x u16.>>> (y & 15)) u64.u16 xs
  , digest_ints (\x y -> x >> (y & 15)) u64.u16 xs
  , digest_ints (\x y -> x << (y & 15)) u64.u16 xs
  , digest_ints (\x y -> if y == 0 || y == u16.i32 (-1) then x else x / y + x % y * 3) u64.u16 xs
  , digest_ints (\x y -> if y == 0 || y == u16.i32 (-1) then x else x // y + x %% y * 3) u64.u16 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.u16 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.u16 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.u16 (u16.sum xs)
  , u64.u16 (u16.product xs)
  , u64.u16 u16.highest
  , u64.u16 u16.lowest
  , u64.i32 u16.num_bits
  , u64.i64 (u16.to_i64 xs[0]) + u64.i8 (i8.u16 xs[1]) + u64.i16 (i16.u16 xs[2]) + u64.i32 (i32.u16 xs[3]) + u64.u8 (u8.u16 xs[4]) + u64.u16 (u16.u16 xs[5]) + u64.u32 (u32.u16 xs[6])
  , digest_ints (\x y -> u16.set_bit (i32.u16 y & 15) x (i32.u16 x & 1)) u64.u16 xs]
-- ==
-- entry: ints_u32s
-- input { [0u32, 1u32, 4294967295u32, 7u32, 4294967288u32, 2147483647u32, 2147483648u32, 85u32, 100u32] }
-- output { [4533249426345363741u64, 12705500132877151841u64, 1858536754070506951u64, 464785064906342090u64, 6995768275378903743u64, 7190273361588475008u64, 16485900362813749306u64, 14507227227399054627u64, 15477986137824997124u64, 11013743319266344794u64, 3089168086433480542u64, 3089168086433480542u64, 9372397192738998256u64, 6572587256435191011u64, 6572587256435191011u64, 8115793582413505715u64, 11581721735882865692u64, 16401218625719620906u64, 183u64, 0u64, 4294967295u64, 0u64, 32u64, 2147614974u64, 16253286539131375379u64] }
entry ints_u32s (xs: []u32) =
  [ digest_ints u32.max u64.u32 xs
  , digest_ints u32.min u64.u32 xs
  , digest_ints u32.mul_hi u64.u32 xs
  , digest_ints (\x y -> u32.mad_hi x y 3) u64.u32 xs
  , digest_ints (\x _ -> u32.abs x) u64.u32 xs
  , digest_ints (\x _ -> u32.sgn x) u64.u32 xs
  , digest_ints (\x _ -> u32.popc x) u64.i32 xs
  , digest_ints (\x _ -> u32.clz x) u64.i32 xs
  , digest_ints (\x _ -> u32.ctz x) u64.i32 xs
  , digest_ints (\x y -> u32.get_bit (i32.u32 y & 31) x) u64.i32 xs
  , digest_ints (\x y -> x u32.>>> (y & 31)) u64.u32 xs
  , digest_ints (\x y -> x >> (y & 31)) u64.u32 xs
  , digest_ints (\x y -> x << (y & 31)) u64.u32 xs
  , digest_ints (\x y -> if y == 0 || y == u32.i32 (-1) then x else x / y + x % y * 3) u64.u32 xs
  , digest_ints (\x y -> if y == 0 || y == u32.i32 (-1) then x else x // y + x %% y * 3) u64.u32 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.u32 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.u32 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.u32 (u32.sum xs)
  , u64.u32 (u32.product xs)
  , u64.u32 u32.highest
  , u64.u32 u32.lowest
  , u64.i32 u32.num_bits
  , u64.i64 (u32.to_i64 xs[0]) + u64.i8 (i8.u32 xs[1]) + u64.i16 (i16.u32 xs[2]) + u64.i32 (i32.u32 xs[3]) + u64.u8 (u8.u32 xs[4]) + u64.u16 (u16.u32 xs[5]) + u64.u32 (u32.u32 xs[6])
  , digest_ints (\x y -> u32.set_bit (i32.u32 y & 31) x (i32.u32 x & 1)) u64.u32 xs]
-- ==
-- entry: ints_u64s
-- input { [0u64, 1u64, 18446744073709551615u64, 7u64, 18446744073709551608u64, 9223372036854775807u64, 9223372036854775808u64, 85u64, 100u64] }
-- output { [1897940094330800413u64, 7765031258384641633u64, 4568849117154987463u64, 16610918967231790794u64, 8153839540262935231u64, 7190273361588475008u64, 12267126465208462426u64, 10903440125719095555u64, 917972171358709572u64, 11013716879644184123u64, 18232468804850457021u64, 18232468804850457021u64, 1219625378386797568u64, 15993178664835390813u64, 15993178664835390813u64, 6031105074995324083u64, 16764873210540325916u64, 16401218625719620906u64, 183u64, 0u64, 18446744073709551615u64, 0u64, 64u64, 131326u64] }
entry ints_u64s (xs: []u64) =
  [ digest_ints u64.max u64.u64 xs
  , digest_ints u64.min u64.u64 xs
  , digest_ints u64.mul_hi u64.u64 xs
  , digest_ints (\x y -> u64.mad_hi x y 3) u64.u64 xs
  , digest_ints (\x _ -> u64.abs x) u64.u64 xs
  , digest_ints (\x _ -> u64.sgn x) u64.u64 xs
  , digest_ints (\x _ -> u64.popc x) u64.i32 xs
  , digest_ints (\x _ -> u64.clz x) u64.i32 xs
  , digest_ints (\x _ -> u64.ctz x) u64.i32 xs
  , digest_ints (\x y -> u64.get_bit (i32.u64 y & 63) x) u64.i32 xs
  , digest_ints (\x y -> x u64.>>> (y & 63)) u64.u64 xs
  , digest_ints (\x y -> x >> (y & 63)) u64.u64 xs
  , digest_ints (\x y -> x << (y & 63)) u64.u64 xs
  , digest_ints (\x y -> if y == 0 || y == u64.i32 (-1) then x else x / y + x % y * 3) u64.u64 xs
  , digest_ints (\x y -> if y == 0 || y == u64.i32 (-1) then x else x // y + x %% y * 3) u64.u64 xs
  , digest_ints (\x y -> x ** (y & 7)) u64.u64 xs
  , digest_ints (\x y -> (x & y) + (x | y) * 3 + (x ^ y) * 5 + !x) u64.u64 xs
  , digest_ints (\x y -> i64.bool (x < y) + 2 * i64.bool (x <= y) + 4 * i64.bool (x == y)) u64.i64 xs
  , u64.u64 (u64.sum xs)
  , u64.u64 (u64.product xs)
  , u64.u64 u64.highest
  , u64.u64 u64.lowest
  , u64.i32 u64.num_bits
  , u64.i64 (u64.to_i64 xs[0]) + u64.i8 (i8.u64 xs[1]) + u64.i16 (i16.u64 xs[2]) + u64.i32 (i32.u64 xs[3]) + u64.u8 (u8.u64 xs[4]) + u64.u16 (u16.u64 xs[5]) + u64.u32 (u32.u64 xs[6])]

-- The modules' >> of unsigned types copies the highest bit; the operator does not.
-- ==
-- entry: shift_of_module
-- input { 200u8 60000u16 4000000000u32 16000000000000000000u64 }
-- output { [228u8, 255u8, 100u8, 100u8] 62768u16 [4147483648u32, 500000000u32, 4258096384u32] 17223372036854775808u64 }
module shifted (m: integral) = { def one (x: m.t) = m.(x >> i32 1) }
module shifted_u8 = shifted u8
entry shift_of_module (a: u8) (b: u16) (c: u32) (d: u64) : ([]u8, u16, []u32, u64) =
  ([shifted_u8.one a, a u8.>> 9, a >> 1, a u8.>>> 1], b u16.>> 1, [c u32.>> 1, c >> 3, u32.(c >> 3)], d u64.>> 1)
