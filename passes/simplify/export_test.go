package simplify

// RuleNames lists the rules of the table.
func RuleNames() []string {
	var names []string
	for _, rules := range rulesByOperation() {
		for _, r := range rules {
			names = append(names, r.name)
		}
	}
	return names
}
