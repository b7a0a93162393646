-- Day numbers to dates, as year * 10000 + month * 100 + day.
def date (days: i32) : i32 =
  let z = days + 719468
  let era = z / 146097
  let doe = z % 146097
  let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365
  let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
  let mp = (5 * doy + 2) / 153
  let d = doy - (153 * mp + 2) / 5 + 1
  let m = if mp < 10 then mp + 3 else mp - 9
  let y = yoe + era * 400 + (if m <= 2 then 1 else 0)
  in y * 10000 + m * 100 + d

entry main [n] (days: [n]i32) : [n]i32 = map date days
