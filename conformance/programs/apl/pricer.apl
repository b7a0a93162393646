⍝ An option on the worse of two stocks, in the steps of LexiFi's pricer: points of Sobol's sequence,
⍝ the inverse normal distribution (Moro), Brownian bridges over three years, correlated paths, the
⍝ payoff, and its mean. The payoff is 100 times what the mean of the worse stock over the years,
⍝ relative to its first price, exceeds 0.95. Expected: the same model in Python, path by path; the
⍝ direction numbers are Joe and Kuo's.
⍝ ==
⍝ entry: price
⍝ input { 1000 } output { 8.377462399833286 }
⍝ compiled input { 4096 } output { 8.448603757489494 }
bits ← 20
row1 ← 524288 262144 131072 65536 32768 16384 8192 4096 2048 1024 512 256 128 64 32 16 8 4 2 1
row2 ← 524288 786432 655360 983040 557056 835584 696320 1044480 526336 789504 657920 986880 559232 838848 699040 1048560 524296 786444 655370 983055
row3 ← 524288 786432 393216 589824 950272 376832 581632 806912 428032 642048 976384 350464 525952 788928 397024 591184 952328 379916 583174 809225
row4 ← 524288 786432 131072 327680 1015808 475136 663552 602112 886784 152576 368128 945408 491648 737472 532512 798800 133368 332916 1031842 482707
row5 ← 524288 262144 131072 720896 1015808 901120 499712 643072 370688 195584 660992 985856 895104 457792 529952 265136 141432 736412 1029722 908077
row6 ← 524288 262144 393216 196608 819200 147456 352256 1028096 919552 459776 689664 82688 650368 913984 748896 572336 294920 409604 221190 831491
directions ← 6 20⍴row1,row2,row3,row4,row5,row6
sobol ← { ⍝ six coordinates of the points 1 to ⍵, a row for each
    ((2|⌊(⍳⍵)∘.÷2*¯1+⍳bits)⊤≠.×⍉directions)÷2*bits
}
poly ← { ⍝ the polynomial with the coefficients ⍺, the constant one first
    ⍵⊥⌽⍺
}
normal ← { ⍝ of a number between 0 and 1
    y ← ⍵-0.5
    r ← y×y
    a ← 2.50662823884 ¯18.61500062529 41.39119773534 ¯25.44106049637
    b ← 1 ¯8.47351093090 23.08336743743 ¯21.06224101826 3.13082909833
    0.42>|y: y×(a poly r)÷b poly r
    c ← 0.3374754822726147 0.9761690190917186 0.1607979714918209 0.0276438810333863
    c ← c,0.0038405729373609 0.0003951896511919 0.0000321767881768 0.0000002888167364 0.0000003960315187
    (×y)×c poly ⍟-⍟⍵⌊1-⍵
}
bridge ← { ⍝ three normal numbers for each path: the increments of a Brownian motion
    w3 ← ⍵[1;]×3*0.5
    w1 ← (w3÷3)+⍵[2;]×(2÷3)*0.5
    w2 ← ((w1+w3)÷2)+⍵[3;]×0.5*0.5
    (3,≢w1)⍴w1,(w2-w1),w3-w2
}
average ← { ⍝ of the three prices, relative to the first; ⍺: volatility, ⍵: increments
    (+⌿×⍀*(0.03-⍺×⍺÷2)+⍺×⍵)÷3
}
price ← {
    z ← ⍉normal¨sobol ⍵
    u ← bridge 3↑z
    v ← bridge 3↓z
    w ← (0.5×u)+v×0.75*0.5
    worse ← (0.2 average u)⌊0.3 average w
    (*¯0.09)×(+/100×0⌈worse-0.95)÷⍵
}
